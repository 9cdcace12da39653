/** What the address keeps of an audit log: the filter, and how far back one has gone. */
export interface AuditSearch {
  readonly before?: string | undefined;
  readonly action?: string | undefined;
  readonly q?: string | undefined;
}
