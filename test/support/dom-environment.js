import './own-fetch.js';
import './no-owner-stacks.js';
import { JSDOM } from 'jsdom';
import SingleRealmEnvironment from './single-realm-environment.js';

/** Globals of Node that jsdom replaces: its elements accept only its own events. */
const REPLACED = ['Event', 'EventTarget', 'CustomEvent', 'MessageEvent', 'navigator'];

/** Adds functions that jsdom lacks because it has no layout. */
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
const noBoxes = () => [];
const noBox = () => ({ x: 0, y: 0, top: 0, left: 0, right: 0, bottom: 0, width: 0, height: 0 });

const LABELABLE = 'button, input:not([type="hidden"]), meter, output, progress, select, textarea';

/**
 * Replaces how a label and its field are found: jsdom reads the whole document for each label of each field, which is
 * slow on a screen of many fields.
 */
function findLabelsFast(window) {
  const define = (type, name, get) => Object.defineProperty(type.prototype, name, { get });
  define(window.HTMLLabelElement, 'control', function control() {
    const { htmlFor, ownerDocument } = this;
    if (!this.hasAttribute('for')) return this.querySelector(LABELABLE);
    const named = ownerDocument.getElementById(htmlFor);
    return named?.matches(LABELABLE) ? named : null;
  });
  const fields = ['Button', 'Input', 'Meter', 'Output', 'Progress', 'Select', 'TextArea'];
  for (const field of fields)
    define(window[`HTML${field}Element`], 'labels', function labels() {
      if (!this.matches(LABELABLE)) return null;
      return [...this.ownerDocument.getElementsByTagName('label')].filter(
        ({ control }) => control === this,
      );
    });
}

/** What the rules of jsdom's own style sheet depend on, apart from the name of an element. */
const STYLED = ['hidden', 'open', 'popover', 'type'];

/**
 * Computes the style once for all elements of a name that have the same attributes and no inline style around them: the
 * document has no style sheet. jsdom computes all of them again after each change.
 */
function computeStylesOnce(window) {
  const compute = window.getComputedStyle;
  const known = new Map();
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || element.closest('[style]')) return compute(element, pseudo);
    const key = [element.localName, ...STYLED.map((name) => element.getAttribute(name))].join();
    const style = known.get(key) ?? compute(element.cloneNode(false));
    known.set(key, style);
    return style;
  };
}

/** The document of this worker: packages such as react-dom are loaded once and keep it. */
let dom;

function newDom() {
  dom = new JSDOM('<!doctype html>', { url: 'https://app.example/', pretendToBeVisual: true });
  const { window } = dom;
  const { Element, HTMLDialogElement, HTMLElement, Range, Document } = window;
  const media = { matches: false, addEventListener() {}, removeEventListener() {} };
  Object.assign(window, {
    matchMedia: (query) => ({ ...media, media: query }),
    ResizeObserver: NoObserver,
    IntersectionObserver: NoObserver,
    CSS: { supports: () => true },
    scrollTo() {},
  });
  window.navigator.sendBeacon = () => true;
  Element.prototype.scrollIntoView = () => undefined;
  HTMLElement.prototype.showPopover = function showPopover() {
    this.style.display = 'block';
  };
  Object.assign(HTMLDialogElement.prototype, {
    showModal() {
      this.open = true;
    },
    close() {
      this.open = false;
    },
  });
  Object.assign(Range.prototype, { getClientRects: noBoxes, getBoundingClientRect: noBox });
  Document.prototype.elementFromPoint = () => null;
  findLabelsFast(window);
  computeStylesOnce(window);
  return dom;
}

/**
 * The single-realm environment with the globals of a browser. Each test file starts with an empty document and empty
 * storage.
 */
export default class DomEnvironment extends SingleRealmEnvironment {
  constructor(...config) {
    super(...config);
    const { window } = dom ?? newDom();
    window.document.body.replaceChildren();
    window.localStorage.clear();
    window.sessionStorage.clear();
    const names = Object.getOwnPropertyNames(window).filter(
      (name) => REPLACED.includes(name) || !(name in globalThis),
    );
    for (const name of names)
      Object.defineProperty(globalThis, name, {
        value: window[name],
        configurable: true,
        writable: true,
      });
  }

  async teardown() {
    // jsdom tells of a changed selection in the next turn, and React, which listens for good, then asks for the window.
    this.fakeTimersModern.dispose();
    await new Promise((resolve) => setTimeout(resolve, 0));
    await super.teardown();
  }
}
