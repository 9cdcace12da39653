const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/** An id that no alert has: a reference that names nothing takes the same path as one that names a foreign alert. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** D3: an id that is not a UUID names no alert; it takes the same path as any other id that is not the company's. */
export function readAlertId(given: string): string {
  return isUuid(given) ? given.toLowerCase() : NIL_UUID;
}
