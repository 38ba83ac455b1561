/*
 * Shows browsers that are too old for the app the page that says so. Inline before all other scripts, and in the JavaScript of 2009,
 * which all of them can read. The Content-Security-Policy names its hash: lib/security-headers.ts.
 */
(function () {
  var css = window.CSS;
  // The youngest of what the app cannot do without: Safari 16.0, Chrome 108 and Firefox 110 have both.
  if (
    css &&
    css.supports &&
    css.supports('container-type', 'inline-size') &&
    css.supports('height', '1dvh')
  )
    return;

  function explain() {
    location.href = '/old-browser.html';
  }

  // A page that the server rendered can be read without the app. Only its buttons and forms need it.
  if (!document.documentElement.getAttribute('data-code')) {
    explain();
    return;
  }
  function explainInstead(event) {
    event.preventDefault();
    explain();
  }
  document.addEventListener('submit', explainInstead, true);
  document.addEventListener(
    'click',
    function (event) {
      var element = event.target;
      for (; element; element = element.parentNode)
        if (element.nodeName === 'BUTTON') explainInstead(event);
    },
    true
  );
})();
