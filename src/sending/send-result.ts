export interface SendRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
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
