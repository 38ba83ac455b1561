import { Component, createRef, type ReactNode, useLayoutEffect, useRef } from 'react';
import { usePointerDown } from './pointer-press.ts';

/**
 * Returns the value, or the previous one while a pointer is down, so that what is about to be pressed does not move.
 */
export function useSteady<Value>(value: Value): Value {
  const pressed = usePointerDown();
  const shown = useRef(value);
  useLayoutEffect(() => {
    if (!pressed) shown.current = value;
  }, [pressed, value]);
  return pressed ? shown.current : value;
}

type Place = { readonly row: Element; readonly top: number } | null;

/** Keeps the scroll position when rows are inserted above. Most browsers do that by themselves; Safari does not. */
export class SteadyRows extends Component<{ children: ReactNode }> {
  readonly #box = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate(): Place {
    if (window.scrollY === 0 || CSS.supports('overflow-anchor', 'auto')) return null;
    const rows = this.#box.current?.querySelectorAll('li') ?? [];
    for (const row of rows) {
      const { top, bottom } = row.getBoundingClientRect();
      if (bottom > 0) return { row, top };
    }
    return null;
  }

  override componentDidUpdate(_props: unknown, _state: unknown, place: Place): void {
    if (!place?.row.isConnected) return;
    const moved = place.row.getBoundingClientRect().top - place.top;
    if (Math.abs(moved) >= 1) window.scrollBy(0, moved);
  }

  override render() {
    return <div ref={this.#box}>{this.props.children}</div>;
  }
}
