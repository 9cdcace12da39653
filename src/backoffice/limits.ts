export const NAME_LENGTH_MAX = 200;
export const REASON_LENGTH_MAX = 500;
export const EMAIL_LENGTH_MAX = 254;
export const URL_LENGTH_MAX = 2048;
/** Not counting revoked ones: enough to replace them without a pause, few enough to know them all. */
export const CREDENTIALS_MAX = 20;
/** D26. */
export const ENDPOINTS_MAX = 5;
export const SIGNING_KEY_BYTES = 32;
export const USERS_MAX = 200;
export const OPEN_INVITATIONS_MAX = 100;
