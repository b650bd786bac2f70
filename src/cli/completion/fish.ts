// The completion script for fish.
import type { Completions, WordSource, Word } from './table.ts'

export function fishScript({ subcommands, flags, global_flags, values, operands, value_flags }: Completions): string {
  return `# fish completion for cal and calctl. Written by: cal completion fish
# Try it: cal completion fish | source

${functionOf(
  '__cal_subcommands',
  [...subcommands].map(([place, words]) => [quoted(place), wordsText(words)]),
)}
${functionOf(
  '__cal_flags',
  [...flags].map(([place, words]) => [quoted(place), wordsText(words)]),
)}
function __cal_global_flags
    ${printed(wordsText(global_flags))}
end

${functionOf(
  '__cal_source',
  [...values].map(([place, source]) => [quoted(place), sourceText(source)]),
)}
${functionOf(
  '__cal_operand',
  [...operands].map(([place, source]) => [quoted(place), sourceText(source)]),
)}
function __cal_takes_value
    contains -- $argv[1] ${value_flags.join(' ')}
end

${driver}`
}

function functionOf(name: string, cases: readonly (readonly [pattern: string, text: string])[]): string {
  const patterns = new Map<string, string[]>()
  for (const [pattern, text] of cases) if (text !== '') patterns.set(text, [...(patterns.get(text) ?? []), pattern])
  const branches = [...patterns].map(
    ([text, places]) => `        case ${places.join(' ')}\n            ${printed(text)}`,
  )
  return `function ${name}\n    switch "$argv[1]"\n${branches.join('\n')}\n    end\nend\n`
}

function printed(text: string): string {
  return `printf '%s\\n' ${text.split('\n').map(quoted).join(' ')}`
}

function sourceText(source: WordSource): string {
  return typeof source === 'string' ? source : wordsText(source)
}

function wordsText(words: readonly Word[]): string {
  return words.map(({ word, meaning }) => (meaning === '' ? word : `${word}\t${meaning}`)).join('\n')
}

/** Quoted for fish; tabs are written outside the quotes as `\t`. */
function quoted(text: string): string {
  return text
    .split('\t')
    .map((part) => `'${part.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`)
    .join('\\t')
}

const last_of_list = "(string replace -r '^.*,' '' -- $cur)"

const driver = `function __cal_offer_source
    set -l source $argv[1..-2]
    set -l cur $argv[-1]
    set -l before (string match -r '^.*,' -- $cur)
    switch "$source[1]"
        case ''
        case @files
            __fish_complete_path $cur
        case '@*'
            set -l program (commandline -opc)[1]
            $program __complete (string sub -s 2 -- $source[1]) ${last_of_list} 2>/dev/null | string replace -r '^' -- "$before"
        case '*'
            printf '%s\\n' $source | string replace -r '^' -- "$before"
    end
end

function __cal_candidates
    set -l words (commandline -opc)
    set -l cur (commandline -ct | string replace -r '^["\\']' '')
    set -l place ''
    set -l count 0
    set -l flag ''
    set -l skip 0
    for word in $words[2..-1]
        if test $skip = 1
            set skip 0
            continue
        end
        if test "$word" = --
            return
        end
        if string match -q -- '-*' $word
            if __cal_takes_value $word
                set skip 1
            end
        else if test -z "$place"
            switch $word
                case event venue organizer tag
                    set place "$word"s
                case category
                    set place categories
                case '*'
                    set place $word
            end
        else if test $count = 0; and __cal_subcommands $place | string match -q -- $word\\t'*'
            set place "$place $word"
            set count 1
        else
            set count 2
        end
    end
    if test (count $words) -gt 1; and __cal_takes_value $words[-1]
        set flag $words[-1]
    else if string match -qr -- '^--[^=]+=' $cur
        set flag (string replace -r '=.*' '' -- $cur)
        set -l found (__cal_source "$place $flag")
        set -q found[1]; or set found (__cal_source "* $flag")
        __cal_offer_source $found (string replace -r '^[^=]*=' '' -- $cur) | string replace -r '^' -- "$flag="
        return
    end
    if test -n "$flag"
        set -l found (__cal_source "$place $flag")
        set -q found[1]; or set found (__cal_source "* $flag")
        __cal_offer_source $found $cur
    else if string match -q -- '-*' $cur
        __cal_flags $place
        __cal_global_flags
    else
        set -l subcommands
        test $count = 0; and set subcommands (__cal_subcommands $place)
        test -z "$place"; and set -a subcommands ($words[1] __complete aliases $cur 2>/dev/null)
        if set -q subcommands[1]
            printf '%s\\n' $subcommands
        else
            set -l found (__cal_operand "$place $words[-1]")
            set -q found[1]; or set found (__cal_operand $place)
            __cal_offer_source $found $cur
        end
    end
end

for program in cal calctl
    complete -c $program -f -a '(__cal_candidates)'
end
`
