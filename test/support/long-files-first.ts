import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes long: files or whole folders. The first processes of the service come early and end in order, and so leave
 * their compiled code to all that follow; those that are killed leave nothing.
 */
const LONG = [
  'browser/every-page',
  'cli/serve',
  'delivery/killed-workers',
  'delivery/lease',
  'bulk/several-processes',
  'lookup/flat-lists-bounds',
  'faults/kill',
  'house/readme-tour',
  'browser/',
  'cli/simulator',
  'sandbox/',
  'forward/window',
];

/**
 * One long file that begins last keeps all other workers idle. Vitest knows what takes long once it has run everything
 * on a machine; until then, as on every machine that tests a fresh copy, it would go by the size of the files.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- vitest's own, which is no array's
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = LONG.findIndex((begin) => moduleId.includes(`/test/${begin}`));
  return at === -1 ? LONG.length : at;
}
