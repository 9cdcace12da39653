import type { AlertStatus, AnswerStatus } from '../../rules/alert.ts';
import type { AlertView } from '../../rules/alert-search.ts';
import type { Actor } from '../../rules/actor.ts';
import type { DeliveryState, ForwardState } from '../../rules/outcomes.ts';
import type { Provider } from '../../rules/provider.ts';
import type { AlertShape } from '../alert.ts';
import type { LegacyAlertShape } from '../legacy-alert.ts';
import type { PageMetaShape } from '../page.ts';

export type { AlertView };

/** Which alerts are meant: in the URL of the list, of an export, and of a bulk update alike. */
export interface AlertFilterShape {
  readonly view?: AlertView | undefined;
  readonly status?: AlertStatus | undefined;
  readonly provider?: Provider | undefined;
  readonly merchant_id?: string | undefined;
  readonly provider_alert_id?: string | undefined;
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
  readonly card_bin?: string | undefined;
  readonly card_last4?: string | undefined;
  /** Only those that must be answered within this many hours. */
  readonly due_within_hours?: number | undefined;
  /** Free search: ids, card digits, codes, descriptor, issuer, merchant. */
  readonly q?: string | undefined;
}

/** A final answer that can still be taken back. */
interface HeldAnswerShape {
  readonly status: AnswerStatus;
  /** When it is carried out. */
  readonly until: string;
}

/** An alert in the list: the API's own Alert, and what the API would say to each next step. */
export interface AlertRowShape extends AlertShape {
  readonly merchant_name: string;
  readonly allowed_next: readonly AnswerStatus[];
  /** The API's exact words when nothing may come next. */
  readonly locked_reason: string | null;
  /** Until when something may; null without a deadline. */
  readonly answer_by: string | null;
  readonly held: HeldAnswerShape | null;
}

export interface AlertPageShape {
  readonly data: readonly AlertRowShape[];
  readonly meta: PageMetaShape;
  /** How many alerts are in each view, whatever the other filters. */
  readonly view_totals: Readonly<Record<AlertView, number>>;
  readonly merchants: readonly { readonly id: string; readonly name: string }[];
  readonly server_time: string;
}

/** What happened to an alert, oldest first. */
export type TimelineEntryShape =
  | { readonly kind: 'received'; readonly at: string; readonly provider: Provider }
  | {
      readonly kind: 'webhook_attempt';
      readonly at: string;
      readonly endpoint_id: string;
      readonly url: string;
      readonly attempt: number;
      readonly status: number | null;
      readonly error: string | null;
      readonly duration_ms: number;
      readonly succeeded: boolean;
    }
  | {
      readonly kind: 'webhook_waiting';
      /** When the next attempt is due. */
      readonly at: string;
      readonly endpoint_id: string;
      readonly url: string;
      readonly attempts: number;
    }
  | {
      readonly kind: 'status_changed';
      readonly at: string;
      readonly from: AlertStatus;
      readonly to: AlertStatus;
      readonly actor_kind: Actor['kind'];
      /** The user's email address, the client id, or the import and its line. */
      readonly actor: string;
    }
  | {
      readonly kind: 'forward';
      /** When provider A settled it, or when it was asked last, or when the answer was given. */
      readonly at: string;
      readonly outcome: AnswerStatus;
      readonly state: ForwardState;
      readonly attempts: number;
      readonly provider_message: string | null;
      readonly next_attempt_at: string | null;
    };

export interface AlertDetailShape {
  readonly alert: AlertRowShape;
  readonly timeline: readonly TimelineEntryShape[];
  readonly payloads: { readonly v2: AlertShape; readonly legacy: LegacyAlertShape };
  readonly deliveries: readonly {
    readonly endpoint_id: string;
    readonly url: string;
    readonly state: DeliveryState;
  }[];
  /** Neighbours in the filtered list it was opened from; null at its ends. */
  readonly previous_id: string | null;
  readonly next_id: string | null;
  readonly server_time: string;
}

export type AnswerResultShape =
  | { readonly kind: 'applied'; readonly alert: AlertRowShape }
  | { readonly kind: 'held'; readonly alert: AlertRowShape };
