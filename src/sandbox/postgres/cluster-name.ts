import { stat } from 'node:fs/promises';

/**
 * The name that PostgreSQL shows in the titles of its processes. It follows the folder when that is moved, and differs
 * for a copy of it. It shows that a process is ours, which its number alone never proves.
 */
export async function readClusterName(cluster: string): Promise<string> {
  const { dev, ino } = await stat(cluster, { bigint: true });
  return `chargeback-alerts-${dev}-${ino}`;
}
