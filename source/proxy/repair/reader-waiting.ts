/**
 * What words after a call say. If the model waits for the result, the call is meant, unless it
 * waits for a person, or for a result that the person should bring.
 */
export type WaitingWords =
	/** The model waits for the result. */
	| 'waits'
	/** The model says what the result will show. Instructions for a person would say the same. */
	| 'expects'
	/** There is too little text to decide. */
	| 'maybe'
	| 'no';

const charactersMax = 240;

const waits: readonly string[] = [
	"wait(?:ing)? (?:for|until|on) [^.]*?(?:results?|outputs?|finish\\p{L}*|completes?|is done|it to)|(?:once|when|as soon as|after) (?:i (?:have|see|get|know)|this|that|it|the (?:command|call|results?|output))[^.]*(?:i will|i[’']ll|we[’']ll|we can|i can)|i(?:[’']ll| will) (?:go on|continue|proceed|report)[^.]*(?:results?|output|finish\\p{L}*|is done)",
	'(?:warte|sobald|abwarten|wenn)[^.]*(?:ergebnis\\p{L}*|ausgabe|durchgelaufen|fertig)',
	"(?:attends?|en attente|dès que j[’']|une fois que j[’'])[^.]*(?:résultats?|sortie)",
	'(?:espero|esperando|esperaré|aguardo|aguardando|vou aguardar|cuando tenga|quando tiver)[^.]*(?:resultado|salida|saída)',
	'(?:aspetto|attendo|in attesa|quando avrò)[^.]*(?:risultat[oi]|output)',
	'(?:wacht\\p{L}*|zodra ik)[^.]*(?:resultaat|resultaten|uitvoer)|czekam[^.]*wynik\\p{L}*',
	'(?:жду|подожду|ожидаю|дождусь|когда получу)[^.]*(?:результат\\p{L}*|вывод\\p{L}*)',
	'(?:أنتظر|سأنتظر|بانتظار|في انتظار)[^.]*نتي?[جا]\\p{L}*',
	'(?:परिणाम|नतीज)[^।]*(?:प्रतीक्षा|इंतज़ार)',
];
const waitsUnspaced: readonly string[] = [
	'等[^。]*(?:结果|結果|输出|輸出)',
	'結果[^。]*待',
	'결과[^.]*기다',
];

/** Words for the person whose answer the model waits for. */
const persons =
	/(?<!\p{L})(?:you|your|yours|approval|approv\p{L}*|permission|go-ahead|confirm\p{L}*|review\p{L}*|user|du|dein\p{L}*|ihr\p{L}*|sie|freigabe|zustimmung|vous|votre|tu|ton|su|tus|usted|aprobación|você|sua|seu|aprovação|tuo|tua|lei|je|jouw|uw|ваш\p{L}*|тво\p{L}*|вы|ты|आप\p{L}*)(?!\p{L})|[您你]|あなた|ご[確承了]|당신|께서/iu;

/** Words by which the model says that it does not call anything. */
const denials =
	/(?<!\p{L})(?:not|never|no|only|just|would|could|if|examples?|instead|don['’]t|won['’]t|didn['’]t|nicht|nur|würde|keine?|pas|ne|non|não|niet|не|nie)(?!\p{L})|不|没|沒|例|ません|ない|않|لا|لن|لم|नहीं/iu;

const waitingPattern = new RegExp(
	`(?<![\\p{L}\\d])(?:${waits.join('|')})|${waitsUnspaced.join('|')}`,
	'iu',
);
const expectingPattern =
	/^(?:(?:this|that|it) (?:will|should)|das (?:wird|sollte|zeigt)|cela (?:va|devrait)|esto (?:va a|debería|mostrará)|isto (?:vai|deve)|questo (?:mi )?(?:dirà|mostrerà)|это покажет|这(?:会|将|會)|これで|이렇게 하면)/iu;

/** Judges the words after a call. They confirm the call only if nothing else is said. */
export function waitingOf(rest: string, isAll: boolean): WaitingWords {
	const end = rest.search(/[.!?…。！？।\n]/u);
	if (rest.length > charactersMax || (end < 0 && isAll && rest.trim() === '')) {
		return 'no';
	}
	const first = end < 0 ? rest : rest.slice(0, end);
	const isFirstWhole = end >= 0 || isAll;
	if (!isFirstWhole) {
		return 'maybe';
	}
	const doesWait = waitingPattern.test(first);
	const isTold = doesWait || expectingPattern.test(first);
	if (!isTold || persons.test(rest) || denials.test(rest) || /[<[{`]/.test(rest)) {
		return 'no';
	}
	return isAll ? (doesWait ? 'waits' : 'expects') : 'maybe';
}
