/** What the service said instead of doing what it was asked. */
export class ApiError extends Error {
  /** The envelope's code, or NETWORK_ERROR when no answer came. */
  readonly code: string;
  /** 0 when no answer came. */
  readonly status: number;
  readonly requestId: string | null;

  constructor(code: string, message: string, status: number, requestId: string | null) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.requestId = requestId;
  }
}

export function isApiError(error: unknown, ...codes: readonly string[]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));
}
