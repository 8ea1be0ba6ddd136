import {failed, type Result} from '../../events/failure.ts';
import {isJsonObject} from '../../events/json.ts';
import type {Settings} from '../../events/settings.ts';
import {postJson} from '../../platform/http-get.ts';
import type {Diagnose, DiagnosisAnswer} from '../../watchdog/diagnose.ts';
import type {Supervisor} from '../../watchdog/supervisor.ts';

const answerMsMax = 15_000;
const outputTokensMax = 200;
const temperature = 0.1;
const perMillion = 1_000_000;

/** Asks the chosen model through our own proxy. The prompt holds only redacted facts. */
export function askDiagnosis({
	supervisor,
	monitoring,
	settings,
	redact,
}: {
	supervisor: Supervisor;
	monitoring: () => Settings['monitoring'];
	settings: Settings;
	redact: (text: string) => string;
}): Diagnose {
	return async ({instructions, report}, signal) => {
		const address = supervisor.current();
		if (!address) {
			return {ok: false, failure: failed('unreachable', 'the proxy does not run')};
		}
		const {provider, model} = monitoring();
		const answer = await postJson(
			{
				url: `${address.url}/v1/chat/completions`,
				token: address.token,
				timeoutMs: answerMsMax,
				signal,
			},
			{
				model: `${provider}/${model}`,
				messages: [
					{role: 'system', content: instructions},
					{role: 'user', content: redact(report)},
				],
				max_tokens: outputTokensMax,
				temperature,
			},
		);
		return answer.ok
			? read(answer.value, pricesOf(settings, {provider, model}))
			: {ok: false, failure: failed(answer.failure.kind, answer.failure.message)};
	};
}

type TokenPrices = {readonly input: number; readonly output: number};

function read(value: unknown, prices: TokenPrices): Result<DiagnosisAnswer> {
	const choices = isJsonObject(value) && Array.isArray(value['choices']) ? value['choices'] : [];
	const message: unknown = isJsonObject(choices[0]) ? choices[0]['message'] : null;
	const text = isJsonObject(message) ? message['content'] : null;
	if (typeof text !== 'string') {
		return {ok: false, failure: failed('protocol', 'the answer holds no text')};
	}
	const usage = isJsonObject(value) && isJsonObject(value['usage']) ? value['usage'] : {};
	const inputTokens = Number(usage['prompt_tokens'] ?? 0);
	const outputTokens = Number(usage['completion_tokens'] ?? 0);
	const costUsd = (inputTokens * prices.input + outputTokens * prices.output) / perMillion;
	return {ok: true, value: {text, inputTokens, outputTokens, costUsd}};
}

function pricesOf(
	{providers}: Settings,
	{provider, model}: {provider: string; model: string},
): TokenPrices {
	const prices = providers.find(({name}) => name === provider)?.prices;
	return prices?.[model] ?? {input: 0, output: 0};
}
