// A headless browser for tests and pictures.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const PLACES = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

// null: this machine has none
export function findBrowser() {
  const wanted = process.env.PAWL_BROWSER;
  return [wanted, ...PLACES].find((path) => path && existsSync(path)) ?? null;
}

export function launch(executablePath) {
  return chromium.launch({
    executablePath,
    headless: true,
    chromiumSandbox: false,
    args: ["--enable-unsafe-swiftshader", "--disable-background-networking", "--disable-component-update", "--hide-scrollbars"],
  });
}
