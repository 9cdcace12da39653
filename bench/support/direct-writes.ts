/** Whom rows that are written without the service belong to. */
export interface Target {
  readonly companyId: string;
  readonly merchantId: string;
  readonly enrollmentId: string;
  readonly endpointId: string;
}

/** What `bench/processes/direct-writes.ts` is asked to write, and how many at once. */
export type DirectOrder = { readonly atOnce: number } & (
  | {
      readonly kind: 'arrivals';
      readonly statements: number;
      readonly rowsEach: number;
      readonly target: Target;
    }
  | { readonly kind: 'answers'; readonly companyId: string; readonly alertIds: readonly string[] }
);
