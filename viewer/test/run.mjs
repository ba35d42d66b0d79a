// Tests of the page in a real browser: node run.mjs PAWL PAGE.html SOURCE_FOLDER [part of a test's name]
import { finish } from "./context.mjs";
import { runTests } from "./harness.mjs";
import "./drawing.mjs";
import "./friction.mjs";
import "./time_and_plots.mjs";
import "./clear.mjs";
import "./save.mjs";
import "./reader.mjs";
import "./safety.mjs";

const good = await runTests(process.argv[5]);
await finish();
process.exit(good ? 0 : 1);
