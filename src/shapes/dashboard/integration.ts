// Deliveries, webhook endpoints and credentials: what a company's application meets.
import type { LegacyAlias } from '../../rules/legacy-alias.ts';
import type { DeliveryState } from '../../rules/outcomes.ts';
import type { WebhookFormat } from '../../rules/webhook-format.ts';

export interface DeliveryRowShape {
  readonly alert_id: string;
  readonly provider_alert_id: string;
  readonly endpoint_id: string;
  readonly url: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly last_attempt_at: string | null;
  /** Of the last attempt. */
  readonly latency_ms: number | null;
  readonly next_attempt_at: string | null;
}

/** The newest rows that match; a filter by time leads further back. */
export interface DeliveryListShape {
  readonly data: readonly DeliveryRowShape[];
  readonly has_more: boolean;
  readonly endpoints: readonly { readonly id: string; readonly url: string }[];
  readonly server_time: string;
}

export interface DeliveryDetailShape {
  readonly delivery: DeliveryRowShape;
  readonly request: {
    readonly method: 'POST';
    readonly url: string;
    /** Those that are the same for every attempt; time and signature differ. */
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  /** Oldest first. */
  readonly attempts: readonly {
    readonly at: string;
    readonly attempt: number;
    readonly status: number | null;
    readonly error: string | null;
    readonly duration_ms: number;
    readonly response: string | null;
  }[];
  readonly server_time: string;
}

export interface EndpointShape {
  readonly id: string;
  readonly url: string;
  readonly format: WebhookFormat;
  readonly masked_secret: string;
  readonly created_at: string;
  readonly paused: { readonly at: string; readonly reason: string } | null;
  readonly previous_secret_until: string | null;
  readonly waiting: number;
  readonly failed: number;
}

export interface EndpointListShape {
  readonly data: readonly EndpointShape[];
  readonly endpoints_max: number;
  /** Whether `http` and private addresses are allowed, as in the sandbox. */
  readonly allows_private: boolean;
}

/** The one time that a secret is shown. */
export interface EndpointSecretShape {
  readonly endpoint_id: string;
  readonly secret: string;
  readonly previous_secret_until: string | null;
}

export interface TestEventShape {
  readonly delivered: boolean;
  readonly status: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
  readonly response: string | null;
}

export interface CredentialShape {
  readonly client_id: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  /** Calls to the legacy aliases in the last 30 days. */
  readonly legacy_calls: readonly {
    readonly alias: LegacyAlias;
    readonly calls: number;
    readonly last_called_at: string;
  }[];
}

export interface CredentialSecretShape {
  readonly client_id: string;
  readonly client_secret: string;
}
