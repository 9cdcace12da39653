/** What an operator asked for and cannot have. The message is public: it says what is wrong and what to do. */
export class BackofficeError extends Error {
  override readonly name: string = 'BackofficeError';
}

/** What was named does not exist; what belongs to another company is treated as if it did not. */
export class NoSuchThingError extends BackofficeError {
  override readonly name = 'NoSuchThingError';
}
