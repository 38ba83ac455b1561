import { BlockList, isIPv4, isIPv6 } from 'node:net';

/*
 * Whether an address is on the open Internet. Everything that is reserved for private networks, this machine, links, cloud metadata,
 * documentation, multicast or transition mechanisms is not: a request there could reach what only we may reach.
 * https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry
 */

const CLOSED_IPV4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // 169.254.169.254 has the metadata and the credentials of machines at AWS.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  CLOSED_IPV4.addSubnet(network, prefix, 'ipv4');

/** Everything outside of it is reserved: loopback, private, link-local, multicast, and IPv4 in another form. */
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6');

const CLOSED_IPV6 = new BlockList();
for (const [network, prefix] of [
  // Protocol assignments, among them Teredo, which contains IPv4 addresses.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 contains IPv4 addresses.
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  CLOSED_IPV6.addSubnet(network, prefix, 'ipv6');

/** Whether an IPv4 or IPv6 address is on the open Internet. False for anything that is no address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !CLOSED_IPV4.check(address, 'ipv4');
  return (
    isIPv6(address) &&
    !address.includes('%') &&
    GLOBAL_IPV6.check(address, 'ipv6') &&
    !CLOSED_IPV6.check(address, 'ipv6')
  );
}
