import { setTimeout as pause } from 'node:timers/promises';
import { tellServing } from '../../src/processes/serving-notice.ts';

// What is kept in the tests: a process that says that it serves, and does nothing until it is asked to stop.
tellServing(undefined);
await pause(60_000);
