import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { beforeEach, expect, it, vi } from "vitest";
import type { Ask } from "../../../api/types";
import type { SeaFacts } from "../types";
import asks from "../play/testing/asks.json";
import type { TableFacts } from "../../../api/types";
import { Composer, LIST } from "../../../play/desk/composer.svelte";
import type { TextParts } from "../../../text/parts";
import ActionPicker from "../../../text/ActionPicker.svelte";
import { SEA } from "../play/idiom";
import sea from "./parts";

const calls = vi.hoisted(() => ({ preview: vi.fn(), act: vi.fn() }));
vi.mock("../../../api/client", async (original) => ({ ...(await original<object>()), ...calls }));

const { view, ask } = (asks as unknown as Record<string, { view: SeaFacts; ask: Ask }>)["build"] as {
  view: SeaFacts;
  ask: Ask;
};
const event = {
  kind: "end",
  seat: ask.seat,
  said: { id: "event.end_build", seat: ask.seat },
  details: { phase: "build" },
  changes: [],
};

const parts = sea as unknown as TextParts<TableFacts>;

beforeEach(() => {
  calls.preview.mockReset().mockResolvedValue({ view, events: [event], known: true, ask: null });
  calls.act.mockReset().mockResolvedValue({ number: 8 });
});

function shown() {
  const ondone = vi.fn();
  const composer = new Composer("abc", LIST);
  composer.adopt(ask, view, 7);
  const { component } = render(ActionPicker, {
    composer,
    parts,
    ask,
    facts: view,
    questionOf: (ask) => SEA.question(ask, view, ask.seat),
    ondone,
  });
  return { ondone, picker: component };
}

it("offers every legal action in words, and fewer as one searches", async () => {
  shown();
  expect(screen.getAllByRole("radio")).toHaveLength(ask.choices.length);
  await fireEvent.input(screen.getByRole("searchbox"), { target: { value: "end the build phase" } });
  expect(screen.getAllByRole("radio")).toHaveLength(1);
  await fireEvent.input(screen.getByRole("searchbox"), { target: { value: "camel" } });
  expect(screen.queryAllByRole("radio")).toHaveLength(0);
});

it("first tells what the only action found would do, then does it", async () => {
  const { ondone } = shown();
  await fireEvent.input(screen.getByRole("searchbox"), { target: { value: "end the build phase" } });
  await fireEvent.click(screen.getByRole("button", { name: "See what it does" }));
  expect(await screen.findByText("You end your build phase.")).toBeTruthy();
  expect(calls.preview).toHaveBeenCalledWith("abc", 7, ["end"]);
  const confirm = screen.getByRole("button", { name: /^Do it: / });
  await waitFor(() => expect(document.activeElement).toBe(confirm));
  expect(calls.act).not.toHaveBeenCalled();
  await fireEvent.click(confirm);
  await waitFor(() => expect(ondone).toHaveBeenCalled());
  expect(calls.act).toHaveBeenCalledWith("abc", 7, "end");
});

it("asks for a choice when none has been made, and lets one choose again", async () => {
  shown();
  await fireEvent.click(screen.getByRole("button", { name: "See what it does" }));
  expect(screen.getByRole("alert").textContent).toContain("Choose an action");
  expect(calls.preview).not.toHaveBeenCalled();
  await fireEvent.click(screen.getAllByRole("radio")[0] as HTMLElement);
  await fireEvent.click(screen.getByRole("button", { name: "See what it does" }));
  await fireEvent.keyDown(await screen.findByRole("button", { name: /^Do it: / }), { key: "Escape" });
  expect(await screen.findByRole("searchbox")).toBeTruthy();
});

it("takes over what a hint suggests", async () => {
  const { picker } = shown();
  await picker.suggest("end");
  await waitFor(() => expect((screen.getByDisplayValue("end") as HTMLInputElement).checked).toBe(true));
});
