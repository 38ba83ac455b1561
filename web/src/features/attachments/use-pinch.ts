import { useEffect, useEffectEvent, useRef } from 'react';

/* Two fingers, a double tap and swipes on an enlarged picture, in the browser’s own pointer events: a library for it would be larger than the viewer. */

/** How far (px) a finger goes until it is a swipe. */
const SWIPE = 60;
const LARGEST = 5;
const DOUBLE_TAP = { within: 300, scale: 2.5 };

type Point = { readonly x: number; readonly y: number };

/** How a picture is drawn: its enlargement, and how far it is moved. */
export type View = { readonly scale: number; readonly x: number; readonly y: number };

const WHOLE: View = { scale: 1, x: 0, y: 0 };

/** The view after a point of the picture was kept under the fingers while it was enlarged. `at`: from the middle of the stage. */
export function enlarged({ scale, x, y }: View, factor: number, at: Point): View {
  const next = Math.min(LARGEST, Math.max(1, scale * factor));
  const by = next / scale;
  return { scale: next, x: at.x - (at.x - x) * by, y: at.y - (at.y - y) * by };
}

/** The view with no more of the stage empty than the whole picture leaves. */
export function within({ scale, x, y }: View, width: number, height: number): View {
  const [right, bottom] = [((scale - 1) * width) / 2, ((scale - 1) * height) / 2];
  return {
    scale,
    x: Math.min(right, Math.max(-right, x)),
    y: Math.min(bottom, Math.max(-bottom, y)),
  };
}

export type PinchActions = {
  /** A swipe to the side: to the next picture (1) or the one before (-1). */
  onMove: (by: number) => void;
  /** A swipe down. */
  onClose: () => void;
};

/** The refs of the stage and of what is drawn on it. */
export function usePinch(actions: PinchActions) {
  const box = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLDivElement>(null);
  const move = useEffectEvent(actions.onMove);
  const close = useEffectEvent(actions.onClose);
  useEffect(() => {
    const stage = box.current;
    if (!stage) return;
    const fingers = new Map<number, Point>();
    let view = WHOLE;
    let began: Point | undefined;
    let wasPinched = false;
    let tapped = 0;
    const draw = (next: View) => {
      view = within(next, stage.clientWidth, stage.clientHeight);
      if (image.current)
        image.current.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
    };
    const fromMiddle = ({ x, y }: Point): Point => {
      const { left, top, width, height } = stage.getBoundingClientRect();
      return { x: x - left - width / 2, y: y - top - height / 2 };
    };
    const down = (event: PointerEvent) => {
      if (event.target instanceof Element && event.target.closest('button')) return;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      stage.setPointerCapture?.(event.pointerId);
      if (fingers.size === 1) {
        began = { x: event.clientX, y: event.clientY };
        wasPinched = false;
      } else wasPinched = true;
    };
    const moved = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      fingers.set(event.pointerId, now);
      if (other) {
        const factor = distance(now, other) / Math.max(1, distance(before, other));
        draw(enlarged(view, factor, fromMiddle(middle(now, other))));
      } else if (view.scale > 1)
        draw({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y });
    };
    const up = (event: PointerEvent) => {
      if (!fingers.delete(event.pointerId) || fingers.size > 0 || wasPinched || !began) return;
      const by = { x: event.clientX - began.x, y: event.clientY - began.y };
      if (Math.hypot(by.x, by.y) < 10) return tap(event);
      if (view.scale > 1 || event.pointerType === 'mouse') return;
      if (Math.abs(by.x) > SWIPE && Math.abs(by.x) > Math.abs(by.y)) move(by.x < 0 ? 1 : -1);
      else if (by.y > SWIPE) close();
    };
    const tap = (event: PointerEvent) => {
      const isSecond = event.timeStamp - tapped < DOUBLE_TAP.within;
      tapped = isSecond ? 0 : event.timeStamp;
      if (!isSecond) return;
      const at = fromMiddle({ x: event.clientX, y: event.clientY });
      draw(view.scale > 1 ? WHOLE : enlarged(view, DOUBLE_TAP.scale, at));
    };
    const cancel = ({ pointerId }: PointerEvent) => fingers.delete(pointerId);
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const at = fromMiddle({ x: event.clientX, y: event.clientY });
      draw(enlarged(view, Math.exp(-event.deltaY / 300), at));
    };
    stage.addEventListener('pointerdown', down);
    stage.addEventListener('pointermove', moved);
    stage.addEventListener('pointerup', up);
    stage.addEventListener('pointercancel', cancel);
    stage.addEventListener('wheel', wheel, { passive: false });
    return () => {
      stage.removeEventListener('pointerdown', down);
      stage.removeEventListener('pointermove', moved);
      stage.removeEventListener('pointerup', up);
      stage.removeEventListener('pointercancel', cancel);
      stage.removeEventListener('wheel', wheel);
    };
  }, []);
  return { box, image };
}

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
const middle = (one: Point, other: Point): Point => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
});
