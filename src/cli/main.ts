import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Stripping types takes longer than most commands do, so its result is kept beside the code, for those who may write
// there. It must be switched on before anything else is loaded.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));

const { runCalledCommand } = await import('./commands.ts');
process.exitCode = await runCalledCommand();
