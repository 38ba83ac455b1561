import { Component, createRef, type ReactNode, useLayoutEffect, useRef } from 'react';
import { usePressed } from './pressed.ts';

/** The value as it is, and while a finger or a mouse is down as it was: what is about to be pressed does not move. */
export function useSteady<Value>(value: Value): Value {
  const pressed = usePressed();
  const shown = useRef(value);
  useLayoutEffect(() => {
    if (!pressed) shown.current = value;
  }, [pressed, value]);
  return pressed ? shown.current : value;
}

type Place = { readonly row: Element; readonly top: number } | null;

/**
 * Rows among which new ones appear: what is read stays where it is on the screen. Most browsers see to that themselves;
 * Safari does not.
 */
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
