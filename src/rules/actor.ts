/** Who changed an alert, as its history tells it. */
export interface Actor {
  readonly kind: 'credential' | 'alias' | 'user' | 'csv' | 'policy' | 'service';
  /** The client id, the user's id, the import and line, the policy, or the part of the service. */
  readonly reference: string;
}
