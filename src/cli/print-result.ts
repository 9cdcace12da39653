export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** What a command did: the object for programs, and what a person should know and do next. */
export interface CommandResult {
  readonly json: Readonly<Record<string, JsonValue>>;
  /** Full sentences: what is there now. */
  readonly done: string;
  /** Lines for a person, where the object holds more than single values. */
  readonly details?: readonly string[];
  readonly next?: readonly NextStep[];
  /** Why the command, although it did its work, counts as a failure. */
  readonly failure?: string | undefined;
}

interface NextStep {
  readonly why: string;
  /** A line to paste. */
  readonly command: string;
}

export interface PrintOptions {
  readonly json?: boolean;
}

export function printResult(result: CommandResult, { json = false }: PrintOptions): void {
  process.stdout.write(json ? `${JSON.stringify(result.json)}\n` : describeResult(result));
}

function describeResult({ json, done, details = [], next = [] }: CommandResult): string {
  const facts = Object.entries(json).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, onOneLine(String(value))] as const] : [],
  );
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  return [
    done,
    ...section(facts.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)),
    ...section(details),
    ...next.flatMap(({ why, command }) => ['', why, `  ${command}`]),
    '',
  ].join('\n');
}

/** A value may come from elsewhere, such as an answer to a webhook, and must not steer the terminal. */
function onOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}

function section(lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? ['', ...lines] : [];
}
