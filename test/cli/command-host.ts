// Runs commands as the program does, one after the other in one process: starting again for each takes longer than most.
import { runCalledCommand } from '../../src/cli/commands.ts';

interface Call {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

process.on('disconnect', () => process.exit());
process.on('message', (call: Call) => void run(call).then((result) => process.send?.(result)));

async function run({ args, environment }: Call): Promise<{ code: number; stdout: string; stderr: string }> {
  process.argv.splice(2, Infinity, ...args);
  process.env = { ...environment };
  const stdout = listen(process.stdout);
  const stderr = listen(process.stderr);
  const code = await runCalledCommand();
  return { code, stdout: stdout(), stderr: stderr() };
}

/** Keeps what is written from now on; the returned function ends that and tells it. */
function listen(stream: NodeJS.WriteStream): () => string {
  const write = stream.write.bind(stream);
  let written = '';
  stream.write = (text: string | Uint8Array) => {
    written += String(text);
    return true;
  };
  return () => {
    stream.write = write;
    stream.removeAllListeners('error');
    return written;
  };
}
