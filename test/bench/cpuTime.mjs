/** What draws: the page's own thread, its compositor and raster, and the process that puts layers together. */
const drawing =
  /^(Renderer\/(CrRendererMain|Compositor|ThreadPoolForegroundWorker|CompositorTileWorker)|GPU Process\/)/;

/**
 * Processor time that the browser's threads spend on drawing while something runs, in milliseconds. A busy machine lengthens waits,
 * not these: what several helpers share a core for is counted once.
 */
export async function cpuTime(browser, run) {
  const session = await browser.newBrowserCDPSession();
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => {
    for (const event of value) events.push(event);
  });
  const complete = new Promise((resolve) => session.on("Tracing.tracingComplete", resolve));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel"] },
  });
  await run();
  await session.send("Tracing.end");
  await complete;
  await session.detach();
  const threads = new Map();
  const processes = new Map();
  for (const { ph, name, pid, tid, args } of events) {
    if (ph !== "M") continue;
    if (name === "thread_name") threads.set(`${pid} ${tid}`, args.name);
    if (name === "process_name") processes.set(pid, args.name);
  }
  let microseconds = 0;
  for (const { ph, name, pid, tid, tdur } of events) {
    const isTask = ph === "X" && /^(ThreadControllerImpl::RunTask|ThreadPool_RunTask)$/.test(name);
    if (isTask && drawing.test(`${processes.get(pid)}/${threads.get(`${pid} ${tid}`)}`)) microseconds += tdur ?? 0;
  }
  return microseconds / 1000;
}
