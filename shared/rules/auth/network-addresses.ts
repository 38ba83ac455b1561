/* The network address that rate limits count by. */

/**
 * Returns the part of an IP address that rate limits count by: a whole IPv4 address, or the first 64 bits of an IPv6
 * address, which is the smallest block that one customer gets.
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
