/**
 * Patterns for actions that depend on a condition, as in "once you agree I'll run this:". Such
 * words announce a call, but the call must wait. So it never runs without a question to the model.
 */
const conditions: readonly string[] = [
	'^(?:(?:and|then|but|only) )?(?:once|as soon as|if|unless|provided|assuming|should you|subject to|pending)',
	"^when (?!(?:i|we)\\b)(?:[\\p{L}'’]+ ){1,4}?(?:is|are|has|have|says?|gives?|agrees?|approves?|want|confirm)|^when you(?:['’](?:re|ve))?",
	'(?<!see |check |know |sure |find out )(?:once|when(?:ever)?|as soon as|after|if|unless|until|provided|upon|on|with|before) (?:that |and |only )?(?:you|your|the (?:user|owner|review\\p{L}*|approval|permission|go-ahead))(?! (?:asked|said|wrote|wanted|told|gave|mentioned))(?! (?:request|question|message|files?|code|project|repo|machine))',
	'^(?:erst )?(?:sobald|wenn|falls|sofern|vorausgesetzt|nach (?:ihrer|deiner|eurer|der (?:zustimmung|freigabe)))|(?:sobald|wenn|falls|sofern|nachdem) (?:du|sie|ihr)',
	'^(?:dès (?:que|votre|ton)|une fois que|quand|lorsque|si|après (?:votre|ton)|sous réserve)|(?:dès que|une fois que|quand|lorsque|si) (?:vous|tu)',
	'^(?:cuando|en cuanto|una vez que|tan pronto como|si|tras (?:su|tu)|después de (?:su|tu)|con (?:su|tu) permiso)|(?:cuando|en cuanto|si) (?:usted|me)',
	'^(?:assim que|quando|logo que|depois (?:que|da sua)|se|caso|após (?:a )?sua|com (?:a )?sua)|(?:assim que|quando|se) (?:você|me)',
	'^(?:(?:non )?appena|quando|una volta che|se|dopo (?:che|il tuo|la tua|la sua)|con il tuo)|(?:appena|quando|se) (?:mi|lei|tu)',
	'^(?:zodra|als|wanneer|indien|na (?:je|jouw|uw))|(?:zodra|als|wanneer) (?:je|u|jij)',
	'^(?:gdy|kiedy|jak tylko|jeśli|jeżeli|po (?:twojej|pańskiej))|(?:gdy|kiedy|jak tylko|jeśli) \\p{L}+(?:sz|cie)',
	'^(?:как только|когда|если|после (?:вашего|твоего))|(?:как только|когда|если) (?:вы|ты)|^(?:як тільки|коли|якщо)',
	'^(?:när|så snart|om|når|så snart|hvis|kun|jos|jakmile|pokud|až|după ce|când|dacă|khi|nếu|sau khi|jika|setelah|begitu)',
	'بعد موافقت\\p{L}*|عندما|حين|إذا|بمجرد|عند موافقت\\p{L}*',
	'(?:सहमति|अनुमति|मंज़ूरी|पुष्टि) के बाद|^(?:जब|अगर|यदि|जैसे ही)',
	'(?:onaylarsan|onaylarsanız|izin verirsen|onayından sonra|onayınızdan sonra)',
];
const conditionsUnspaced: readonly string[] = [
	'[等待][您你]|一旦|如果|只要|(?:同意|批准|确认|確認|许可|允许|点头)(?:之?[后後]|以[后後]|就)',
	'(?:いただけ|くだされ|くださ|下され|頂け)(?:れば|ば)|(?:いただい|もらっ|になっ|でき)たら|次第|もし|(?:承認|許可|同意|了承)(?:後|されたら|があれば)',
	'시면|하면|되면|주면|승인 ?후|동의 ?후|만약',
];

/** Patterns for something that has nearly happened. */
const almosts: readonly string[] = [
	'(?:almost|nearly)(?! (?:done|there|finished|ready))|was (?:just )?(?:about|going) to|would have|had planned',
	'beinahe|hätte|failli|presque|allais|casi|iba a|estuve a punto|quase|ia (?:executar|rodar|correr)|estava prestes|quasi|stavo per|bijna|prawie|omal|чуть (?:было )?не|едва не|почти',
	'كدت|أوشكت|लगभग',
];
const almostsUnspaced: readonly string[] = [
	'差[点點]|差一[点點]|ところでした|ところだった|뻔했|할 뻔',
];

/** Patterns for what is done in general, not now. */
const habits =
	"usually|normally|typically|normalerweise|üblicherweise|meistens|normalement|d['’]habitude|normalmente|di solito|обычно";
const habitsUnspaced = '通常|普段|보통';

/** Patterns for another time, or for never. */
const otherTimes =
	"tomorrow|tonight|later|after (?:lunch|dinner|the (?:break|weekend|meeting|release))|next (?:week|time)|(?:did not|didn['’]t|won['’]t|will not|refuse to|can['’]t|cannot) (?:run|execute|call|do|use)|(?<!guten )morgen|später|nachher|demain|plus tard|mañana|más tarde|amanhã|mais tarde|domani|più tardi|завтра|позже|غدا|لاحقا|बाद में";
const otherTimesUnspaced = '明天|(?<!请)稍后|晚点|明日|後で|내일|나중에';

const later = pattern(
	[...conditions, ...almosts, habits, otherTimes],
	[...conditionsUnspaced, ...almostsUnspaced, habitsUnspaced, otherTimesUnspaced],
);

function pattern(spaced: readonly string[], unspaced: readonly string[]): RegExp {
	const words = `(?<![\\p{L}\\d])(?:${spaced.join('|')})(?![\\p{L}\\d])`;
	return new RegExp(`${words}|${unspaced.join('|')}`, 'iu');
}

/** Whether the sentence puts the action off, or says that it has nearly happened. */
export function isPutOff(sentence: string): boolean {
	return later.test(sentence);
}
