import { createServer } from 'node:net';

export const LOOPBACK_ADDRESS = '127.0.0.1';

/** A port that is free now; somebody may take it before it is used. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, LOOPBACK_ADDRESS, () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string') {
          reject(new Error('The system gave no free port.'));
        } else {
          resolve(address.port);
        }
      });
    });
  });
}
