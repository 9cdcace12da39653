import type { LegacyAlias } from '../../rules/legacy-alias.ts';
import type { MissedForwardState } from '../../rules/outcomes.ts';
import type { Provider } from '../../rules/provider.ts';
import type { PageMetaShape } from '../page.ts';

export interface CompanyRowShape {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly blocked: { readonly at: string; readonly reason: string } | null;
  readonly merchants: number;
  readonly users: number;
  readonly endpoints: number;
}

export interface CompanyPageShape {
  readonly data: readonly CompanyRowShape[];
  readonly meta: PageMetaShape;
}

/** What blocking the company would stop at this moment. */
export interface BlockEffectShape {
  readonly company: CompanyRowShape;
  /** Provider A alerts that nobody could answer any longer, and the nearest deadline among them. */
  readonly unanswered_alerts: number;
  readonly nearest_deadline: string | null;
  /** Webhooks that would be held until the company is unblocked. */
  readonly waiting_webhooks: number;
  readonly active_credentials: number;
}

export interface MerchantShape {
  readonly id: string;
  readonly name: string;
  readonly company_id: string;
  readonly company_name: string;
  readonly created_at: string;
  readonly enrollments: number;
}

export interface EnrollmentShape {
  readonly id: string;
  readonly merchant_id: string;
  readonly merchant_name: string;
  readonly company_id: string;
  readonly company_name: string;
  readonly provider: Provider;
  readonly descriptor: string | null;
  readonly acquirer_bin: string | null;
  readonly caid: string | null;
  readonly created_at: string;
}

export interface UnroutedAlertShape {
  readonly id: string;
  readonly provider: Provider;
  readonly provider_alert_id: string;
  readonly received_at: string;
  readonly expires_at: string;
  readonly amount: string;
  readonly currency: string;
  readonly descriptor: string;
  readonly acquirer_bin: string | null;
  readonly caid: string | null;
  readonly card_bin: string;
  readonly card_last4: string;
  /** How many wait for the same route, this one included. */
  readonly same_route: number;
}

export interface UnroutedPageShape {
  readonly data: readonly UnroutedAlertShape[];
  readonly meta: PageMetaShape;
  readonly server_time: string;
}

export interface ProviderHealthShape {
  readonly provider: Provider;
  readonly last_received_at: string | null;
  /** By hour, oldest first, the last 24. */
  readonly received_by_hour: readonly number[];
  readonly unrouted: number;
  /** Provider A only: what it must hear and what it said. */
  readonly forwards: {
    readonly queued: number;
    readonly oldest_queued_at: string | null;
    readonly accepted_24h: number;
    readonly refused_24h: number;
    readonly too_late_24h: number;
    readonly last_accepted_at: string | null;
  } | null;
  /** What should alarm somebody, newest first. */
  readonly alarms: readonly {
    readonly at: string;
    readonly company_name: string;
    readonly provider_alert_id: string;
    readonly state: MissedForwardState;
    readonly provider_message: string | null;
  }[];
}

export interface LegacyCallerShape {
  readonly company_id: string;
  readonly company_name: string;
  readonly client_id: string;
  readonly alias: LegacyAlias;
  readonly calls: number;
  readonly last_called_at: string;
}
