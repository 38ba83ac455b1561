/** The handlers that report that a visitor opened a link. The browser sends it even if the page changes at once. */
export function clicksOf(ownerId: string, linkId: string) {
  const report = () =>
    navigator.sendBeacon?.('/api/recordLinkClick', new URLSearchParams({ id: ownerId, linkId }));
  return {
    onClick: report,
    // The middle button opens a link too, the right one a menu.
    onAuxClick: ({ button }: { button: number }) => button === 1 && report(),
  };
}
