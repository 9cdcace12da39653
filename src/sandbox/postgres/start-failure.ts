/** Somebody else took the port first; another one may work. */
export class PortTakenError extends Error {}

/** Processes of an earlier server still use the files; they may be gone in a moment. */
export class ClusterInUseError extends Error {}

const IN_USE_SIGNS = ['pre-existing shared memory block', 'lock file "postmaster.pid" already exists'];

export function startFailure(reason: string): Error {
  const message = `The embedded PostgreSQL did not start. ${reason}`;
  if (reason.includes('could not create any TCP/IP sockets')) return new PortTakenError(message);
  if (IN_USE_SIGNS.some((sign) => reason.includes(sign))) return new ClusterInUseError(message);
  return new Error(message);
}
