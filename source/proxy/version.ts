/** A test keeps it equal to package.json: reading that file would cost every start. */
export const version = '0.1.0';
