/** What a command did: the object for programs, and what a person should know and do next. */
export interface CommandResult {
  readonly json: Readonly<Record<string, string | readonly string[]>>;
  /** Full sentences: what is there now. */
  readonly done: string;
  readonly next?: readonly NextStep[];
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

function describeResult({ json, done, next = [] }: CommandResult): string {
  const facts = Object.entries(json).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  return [
    done,
    ...section(facts.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)),
    ...next.flatMap(({ why, command }) => ['', why, `  ${command}`]),
    '',
  ].join('\n');
}

function section(lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? ['', ...lines] : [];
}
