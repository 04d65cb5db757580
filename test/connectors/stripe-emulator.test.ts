/** The Stripe connector against a third-party emulator of Stripe's API. It knows no idempotency keys and no refunds: those are held by the examples. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emulated, type Emulated } from "./emulator.ts";

let stripe: Emulated;

beforeAll(async () => {
  stripe = await emulated({ service: "stripe", seed: {}, credentials: { secretKey: "sk_test_emulated" } });
});
afterAll(() => stripe.close());

async function customers(email: string): Promise<unknown> {
  const response = await fetch(`${stripe.emulator.url}/v1/customers?email=${encodeURIComponent(email)}`, {
    headers: { authorization: "Bearer sk_test_emulated" },
  });
  const { data } = (await response.json()) as { readonly data: unknown };
  return data;
}

describe("the Stripe connector on an emulator", () => {
  test("creates a customer and reads it back, by id and by address", async () => {
    const created = await stripe.call("createCustomer", { email: "ann+1@example.com", name: "Ann & Co" });
    expect(created).toMatchObject({
      status: "succeeded",
      branch: "created",
      output: { email: "ann+1@example.com", name: "Ann & Co" },
    });
    const { id } = created.output as { readonly id: string };
    expect((await stripe.call("getCustomer", { customer: id })).output).toEqual(created.output);
    const found = await stripe.call("findCustomers", { email: "ann+1@example.com" });
    expect(found.output).toEqual({ customers: [created.output], hasMore: false });
  });

  test("sets the same values twice and leaves one customer with them", async () => {
    const { output } = await stripe.call("createCustomer", { email: "bob@example.com" });
    const { id } = output as { readonly id: string };
    const first = await stripe.call("updateCustomer", { customer: id, name: "Bob" });
    const second = await stripe.call("updateCustomer", { customer: id, name: "Bob" });
    expect([first.status, second.status]).toEqual(["succeeded", "succeeded"]);
    expect(second.output).toEqual(first.output);
    expect(await customers("bob@example.com")).toMatchObject([{ id, name: "Bob" }]);
  });

  test("asks for a payment with the amount in minor units", async () => {
    const created = await stripe.call("createPaymentIntent", {
      amountMinor: 1_999,
      currency: "usd",
      description: "Order 7",
    });
    expect(created).toMatchObject({
      status: "succeeded",
      output: { amountMinor: 1_999, currency: "usd", status: "requires_payment_method" },
    });
    const { id } = created.output as { readonly id: string };
    expect((await stripe.call("getPaymentIntent", { paymentIntent: id })).output).toMatchObject({
      id,
      amountMinor: 1_999,
    });
  });

  test("says what the emulator refuses in the emulator's words", async () => {
    const missing = await stripe.call("getCustomer", { customer: "cus_none" });
    expect(missing).toMatchObject({ status: "failed", branch: "notFound" });
    expect(missing.error?.message).toContain("No such customer: 'cus_none'");
    const refused = await stripe.call("createPaymentIntent", {
      amountMinor: 100,
      currency: "usd",
      customer: "cus_none",
    });
    expect(refused).toMatchObject({
      status: "failed",
      branch: "refused",
      error: { retryable: true, didNotRun: false },
    });
    expect(await customers("nobody@example.com")).toEqual([]);
  });
});
