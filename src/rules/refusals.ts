/** Every way to say no, over the API and at the dashboard: code, HTTP status, public text. `http/error-answer.ts` alone turns a row into an answer. */
export const REFUSALS = {
  unauthorized: { code: 'UNAUTHORIZED', httpStatus: 401, message: 'Invalid credentials' },
  not_signed_in: { code: 'NOT_SIGNED_IN', httpStatus: 401, message: 'Sign in to continue' },
  login_failed: { code: 'LOGIN_FAILED', httpStatus: 401, message: 'Email or password is wrong' },
  totp_required: {
    code: 'TOTP_REQUIRED',
    httpStatus: 401,
    message: 'Enter the code from your authenticator app',
  },
  totp_wrong: { code: 'TOTP_WRONG', httpStatus: 401, message: 'The code is wrong or was used already' },
  invalid_signature: { code: 'UNAUTHORIZED', httpStatus: 401, message: 'Invalid signature' },
  company_blocked: { code: 'COMPANY_BLOCKED', httpStatus: 403, message: 'Company is blocked' },
  role_forbids: { code: 'FORBIDDEN', httpStatus: 403, message: 'Your role does not allow this' },
  totp_setup_required: {
    code: 'TOTP_SETUP_REQUIRED',
    httpStatus: 403,
    message: 'Your company requires two-factor sign-in; set it up on the account page first',
  },
  cross_site: { code: 'CROSS_SITE', httpStatus: 403, message: 'The request came from another site' },
  alert_not_found: { code: 'ALERT_NOT_FOUND', httpStatus: 404, message: 'Alert not found' },
  path_not_found: { code: 'NOT_FOUND', httpStatus: 404, message: 'No such path' },
  thing_not_found: { code: 'NOT_FOUND', httpStatus: 404, message: 'Not found' },
  method_not_allowed: {
    code: 'METHOD_NOT_ALLOWED',
    httpStatus: 405,
    message: 'Method not allowed on this path',
  },
  request_timeout: {
    code: 'REQUEST_TIMEOUT',
    httpStatus: 408,
    message: 'The request took too long to arrive',
  },
  out_of_step: {
    code: 'CONFLICT',
    httpStatus: 409,
    message: 'Someone else changed this first; reload to see the current state',
  },
  payload_too_large: { code: 'PAYLOAD_TOO_LARGE', httpStatus: 413, message: 'Request body is too large' },
  unsupported_media_type: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    httpStatus: 415,
    message: 'Content-Type must be application/json',
  },
  invalid_input: { code: 'VALIDATION_ERROR', httpStatus: 422, message: 'Invalid request' },
  alert_expired: { code: 'ALERT_INVALID_STATUS', httpStatus: 422, message: 'Alert has expired' },
  deadline_passed: { code: 'ALERT_INVALID_STATUS', httpStatus: 422, message: 'Response deadline has passed' },
  already_definitive: {
    code: 'ALERT_INVALID_STATUS',
    httpStatus: 422,
    message: 'Alert already has a definitive status',
  },
  idempotency_key_reused: {
    code: 'IDEMPOTENCY_KEY_REUSED',
    httpStatus: 422,
    message: 'Idempotency-Key was already used for another request',
  },
  rate_limited: { code: 'RATE_LIMITED', httpStatus: 429, message: 'Too many requests' },
  malformed_request: { code: 'BAD_REQUEST', httpStatus: 400, message: 'Malformed HTTP request' },
  headers_too_large: { code: 'HEADERS_TOO_LARGE', httpStatus: 431, message: 'Request headers are too large' },
  internal_error: { code: 'INTERNAL_ERROR', httpStatus: 500, message: 'Internal error' },
  unavailable: {
    code: 'UNAVAILABLE',
    httpStatus: 503,
    message: 'The service is temporarily unavailable; try again shortly',
  },
} as const satisfies Record<string, { code: string; httpStatus: number; message: string }>;

export type Refusal = keyof typeof REFUSALS;

/** The refusals that a status change can meet by the rule alone. */
export type StatusRefusal = Extract<Refusal, 'alert_expired' | 'deadline_passed' | 'already_definitive'>;
