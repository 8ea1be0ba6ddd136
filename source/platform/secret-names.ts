/**
 * Matches the name of a variable or header that probably holds a key or a password. The socket of
 * an agent (`SSH_AUTH_SOCK`) is a path and no secret.
 */
export const soundsSecret = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH(?!_SOCK)/i;
