import { cloneElement, createElement, type ReactElement } from 'react';
import { classNames } from './class-names.ts';

type Props = Readonly<Record<string, unknown>> & { readonly className?: string };

/**
 * Returns an element of `tag` with the given props, or `element` with them. The element's own props win, except that
 * the class names of both apply.
 */
export function renderAs(
  tag: 'button' | 'div',
  element: ReactElement | undefined,
  props: Props,
): ReactElement {
  if (!element) return createElement(tag, props);
  const own = element.props as Props;
  return cloneElement(element as ReactElement<Props>, {
    ...props,
    ...own,
    className: classNames(props.className, own.className),
  });
}
