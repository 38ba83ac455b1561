/** The fields and password rules that the bar lies over. Evaluated in the page. */
export function coveredFields(): string[] {
  const bar = document.querySelector('.action-bar')?.getBoundingClientRect();
  if (!bar) return ['there is no bar'];
  return [...document.querySelectorAll('main form :is(input, textarea, select, li)')].flatMap(
    (field) => {
      const { top, bottom, width } = field.getBoundingClientRect();
      const isUnder = width > 1 && top < bar.bottom && bottom > bar.top;
      const name = field.getAttribute('name') ?? field.textContent;
      return isUnder && !field.closest('.action-bar') ? [name ?? field.tagName] : [];
    },
  );
}
