/** What an operator asked for and cannot have. The message is public: it says what is wrong and what to do. */
export class BackofficeError extends Error {
  override readonly name = 'BackofficeError';
}
