// Loaded before a process of the service: its clock is wrong by CLOCK_SHIFT_MS.
const shiftMs = Number(process.env['CLOCK_SHIFT_MS'] ?? 0);
const TrueDate = Date;
const trueNow = Date.now;

globalThis.Date = new Proxy(TrueDate, {
  construct: (target, given: [], asked) =>
    Reflect.construct(target, given.length === 0 ? [trueNow() + shiftMs] : given, asked) as Date,
  apply: () => new TrueDate(trueNow() + shiftMs).toString(),
});
globalThis.Date.now = () => trueNow() + shiftMs;
