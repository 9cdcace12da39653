export interface SendRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /**
   * Requests of one lane share connections; two lanes never do, even to the same host, so that neither waits for the other. A
   * lane leads to one origin at a time.
   */
  readonly lane?: string;
}

export type FailureReason =
  | 'forbidden_address'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'connection_lost'
  | 'bad_response'
  | 'bad_url';

export type SendResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: { readonly retryAfter: string | undefined };
      /** The beginning of the answer's body, up to 16 KiB. */
      readonly body: string;
      readonly durationMs: number;
    }
  | {
      readonly kind: 'failed';
      readonly reason: FailureReason;
      /** A sentence that the owner of the address may read. */
      readonly detail: string;
      readonly durationMs: number;
    };
