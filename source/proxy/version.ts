/**
 * A copy of the version in package.json, because reading that file would delay every start. A test
 * keeps both equal.
 */
export const version = '0.1.0';
