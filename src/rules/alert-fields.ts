// What the fields of an alert may hold, the same wherever they are sent, looked up or searched for. Patterns are written
// as JSON Schema has them, so that one text decides and stands in the API reference.

/** In characters, of every text that a provider sends. */
export const ALERT_TEXT_LENGTH_MAX = 255;
/** Of what alerts are looked up by: PostgreSQL cannot even be asked for a NUL. */
export const REFERENCE_PATTERN = '^[^\\u0000]+$';
export const CARD_BIN_PATTERN = '^[0-9]{6,8}$';
export const CARD_LAST4_PATTERN = '^[0-9]{4}$';
export const ACQUIRER_BIN_PATTERN = '^[0-9]{6,11}$';
