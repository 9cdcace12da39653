import { parseArgs } from 'node:util';

interface Syntax {
  readonly usage: string;
  readonly flags?: readonly string[];
  /** Options with a whole number of at least one. */
  readonly numbers?: readonly string[];
}

interface CommandLine {
  readonly names: readonly string[];
  readonly has: (flag: string) => boolean;
  readonly number: (option: string) => number | undefined;
}

/** What a long run was asked for. `--help` tells how to ask, and so does a wrong question; both end the run. */
export function readCommandLine({ usage, flags = [], numbers = [] }: Syntax): CommandLine {
  const { values, positionals } = parse([...flags, 'help'], numbers, usage);
  if (values['help'] === true) {
    console.log(usage);
    process.exit(0);
  }
  for (const option of numbers) {
    const text = values[option];
    if (typeof text === 'string' && !/^[1-9]\d{0,14}$/.test(text)) {
      refuse(`--${option} must be a whole number of at least 1; received "${text}"`, usage);
    }
  }
  return {
    names: positionals,
    has: (flag) => values[flag] === true,
    number: (option) => (values[option] === undefined ? undefined : Number(values[option])),
  };
}

function parse(flags: readonly string[], numbers: readonly string[], usage: string) {
  const options = {
    ...Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' } as const])),
    ...Object.fromEntries(numbers.map((option) => [option, { type: 'string' } as const])),
  };
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error), usage);
  }
}

/** Those that are named, in their own order, or all when none is. */
export function pickNamed<Item>(
  items: Readonly<Record<string, Item>>,
  names: readonly string[],
  usage: string,
): [name: string, item: Item][] {
  const unknown = names.filter((name) => !Object.hasOwn(items, name));
  if (unknown.length > 0) refuse(`There is no ${unknown.join(', ')}`, usage);
  return Object.entries(items).filter(([name]) => names.length === 0 || names.includes(name));
}

/** Ends the run. */
export function refuse(reason: string, usage: string): never {
  console.error(`${reason}\n\n${usage}`);
  process.exit(1);
}
