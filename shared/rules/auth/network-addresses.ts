/* Who counts as one place on the network. */

/**
 * What limits per address count by: an IPv4 address, and of IPv6 the first 64 bits, because that is the least anybody
 * gets, with more addresses in it than there are limits to run into.
 */
export function networkOf(address: string): string {
  const mapped = /:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (mapped) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const [first, last] = [groupsOf(head), groupsOf(tail)];
  const left = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return `${[...first, ...left, ...last].slice(0, 4).join(':')}::/64`;
}

const groupsOf = (text = '') =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16).toString(16));
