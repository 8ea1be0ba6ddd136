/**
 * Whether an address lies outside of the public internet: on this machine, in the local network, or
 * where clouds hand out credentials. Services there often trust everyone who can reach them.
 */
export function isPrivateAddress(address: string): boolean {
	const {BlockList, isIP} = process.getBuiltinModule('node:net');
	const plain = address.replace(/^\[|\]$/g, '').replace(/^::ffff:(?=\d+\.)/i, '');
	const family = isIP(plain);
	if (family === 0) {
		return false;
	}
	const list = new BlockList();
	for (const [net, bits] of family === 4 ? nets4 : nets6) {
		list.addSubnet(net, bits, family === 4 ? 'ipv4' : 'ipv6');
	}
	return list.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

const nets4 = [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.0.0.0', 24],
	['192.168.0.0', 16],
	['198.18.0.0', 15],
	['224.0.0.0', 3],
] as const;

const nets6 = [
	['::', 96],
	['::ffff:0:0', 96],
	['64:ff9b::', 96],
	['64:ff9b:1::', 48],
	['100::', 64],
	['2001::', 32],
	['2002::', 16],
	['fc00::', 7],
	['fe80::', 9],
	['ff00::', 8],
] as const;

/** Whether a host name never resolves to the public internet. */
export function isPrivateName(name: string): boolean {
	const plain = name.toLowerCase().replace(/\.$/, '');
	return (
		plain === 'localhost' ||
		plain === 'metadata' ||
		!/[.:]/.test(plain) ||
		/\.(?:localhost|local|internal|intranet|lan|home|corp)$/.test(plain)
	);
}
