package org.curtail.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.curtail;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What every command says of typical mistakes on its command line: one whole sentence each. */
@Timeout(300)
class MistakesTest {
  private static final String P = "simulate --profile few-to-many-lucene ";

  @TempDir Path folder;

  /** Words between blanks; two apostrophes are an empty word, OUT is a place for results. */
  private void assertComplaint(String line, String complaint) {
    Object[] words =
        Pattern.compile(" ")
            .splitAsStream(line)
            .map(word -> word.equals("''") ? "" : word.replace("OUT", folder + "/out"))
            .toArray();
    Terminal run = curtail(words);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.complaint()).isEqualTo("curtail: " + complaint);
    assertThat(run.out()).isEmpty();
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          simulat | curtail has no command 'simulat'; did you mean simulate?
          xyzzy | curtail has no command 'xyzzy'
          simulate --polices x | curtail simulate has no option --polices; did you mean --policies?
          simulate --profle x | curtail simulate has no option --profle; did you mean --profile?
          simulate --rps=1 --polices=x | curtail simulate has no option --polices=x; did you mean --policies?
          simulate word | curtail simulate does not accept the word 'word'
          simulate | --profile FILE is missing: expected a profile: a file, as curtail profile writes it, or one like a paper's: few-to-many-lucene, few-to-many-bing, adaptive-bing
          capacity | LOG is missing: expected a log of latencies, or --profile with a profile
          index | --out DIR and PATH are missing
          index x | --out DIR is missing: expected the folder for the index
          report --out OUT | RESULTS is missing: expected result files of curtail bench, simulate, grid, automatic, tune-chunks, early-termination, workflow, energy or diagnose
          bench | --out is missing: expected the folder for results.json
          bench --out OUT | --index is missing: expected the folder of a Lucene index, or in place of --index and --queries --profile and --emulate-cores
          bench --out OUT --index x | --queries is missing: expected the file of a query log, or in place of --index and --queries --profile and --emulate-cores
          bench --out OUT --emulate-cores 4 | --profile is missing: expected the profile of the requests that the emulated cores serve, a file or a name
          profile | --index is missing: expected the folder of a Lucene index, or --times with durations that were logged
          tune-chunks --index x | --queries is missing: expected the file of a query log
          report x | --out FILE or --picture FILE is missing: expected the file for the report or the picture, or both
          queries x | --out is missing: expected the file for the log
          plan --profile few-to-many-lucene --compare one | --compare: expected 2 values after it, found fewer
          """)
  void aWordThatNobodyKnowsOrThatIsMissing(String line, String complaint) {
    assertComplaint(line, complaint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --seed | --seed: expected a value S after it, found none
          --seed x | --seed: expected a whole number, found 'x'
          --seed 1 --seed 2 | --seed: expected the option once, found it more than once
          --seed 99999999999999999999 | --seed: expected a whole number of at most 9,223,372,036,854,775,807, found '99999999999999999999'
          --requests 99999999999 | --requests: expected a whole number of at most 2,147,483,647, found '99999999999'
          --requests -99999999999 | --requests: expected a whole number of at least -2,147,483,648, found '-99999999999'
          --requests 0 | --requests: expected a whole number from 100 to 1,000,000, found 0
          --requests 1e5 | --requests: expected a whole number, found '1e5'
          --requests '' | --requests: expected a whole number, found nothing
          --cores 0 | --cores: expected a whole number from 1 to 10,000, found 0
          --cores -1 | --cores: expected a whole number from 1 to 10,000, found -1
          --cores 1.5 | --cores: expected a whole number, found '1.5'
          --rps 0 | --rps: expected a number above 0 and at most 1,000,000,000, found 0
          --rps -1 | --rps: expected a number above 0 and at most 1,000,000,000, found -1
          --rps NaN | --rps: expected a number, found 'NaN'
          --rps Infinity | --rps: expected a number, found 'Infinity'
          --rps 1e999 | --rps: expected a number of at most 1e308, found '1e999'
          --rps 1e300 | --rps: expected a number above 0 and at most 1,000,000,000, found 1.0E300
          --rps 0x1p3 | --rps: expected a number, found '0x1p3'
          --rps 3d | --rps: expected a number, found '3d'
          --rps '' | --rps: expected a number, found nothing
          --rps 1,,2 | --rps: expected a number, found nothing
          --rps 1,2, | --rps: expected a value after the last comma, found nothing in '1,2,'
          --rps 30,40,30 | --rps: expected each value once, found 30 twice
          --load 0.5,0.5 | --load: expected each value once, found 0.5 twice
          --load 0 | --load: expected a number above 0 and at most 1,000,000,000, found 0
          --load 0.5 --rps 3 | --load cannot be given together with --rps
          --rps 3 --rps-steps 1:1s | --rps-steps cannot be given together with --rps
          --rps-steps 1 | --rps-steps: expected rate:duration as in 30:60s, with ms, s, m or h, found '1'
          --repeats 0 | --repeats: expected a whole number from 1 to 1,000, found 0
          --warm-up -1 | --warm-up: expected a whole number from 0 to 19,900, which leaves 100 of --requests, found -1
          --prediction-error -0.1 | --prediction-error: expected a number from 0 to 5, found -0.1
          --target-ms 0 | --target-ms: expected a number above 0 and at most 1,000,000,000,000, found 0
          --wake-up-us -1 | --wake-up-us: expected a number from 0 to 1,000,000,000, found -1
          --claim-ns 5 | --claim-ns works only with --chunk-ms above 0, which is missing
          --claim-ns -5 | --claim-ns: expected a whole number from 0 to 1,000,000,000,000, found -5
          --switch-us -1 | --switch-us: expected a number from 0 to 1,000,000,000, found -1
          --speculation | --speculation works only with --chunk-ms above 0, which is missing
          --pause-ms 5 | --pause-ms works only with --pause-every-ms, which is missing
          --pauses-vary | --pauses-vary works only with --pause-ms, which is missing
          --burst-ms 5 | --burst-ms works only with --burst-factor, which is missing
          --burst-factor 0.5 | --burst-factor: expected a number from 1 to 1,000,000, found 0.5
          --json=5 | --json: expected no value after it, found '5'
          --out '' | --out: expected a file or folder, found nothing
          --table few-to-many-lucen | few-to-many-lucen: expected an interval table's file or one of few-to-many-lucene, found neither; did you mean few-to-many-lucene?
          --known-profile few-to-many-bin | no such file: few-to-many-bin; did you mean few-to-many-bing?
          --policies tail-indx | --policies: no policy is named 'tail-indx'; curtail policies lists all; did you mean tail-index?
          --policies fxied-4 | --policies: no policy is named 'fxied-4'; curtail policies lists all; did you mean fixed-4?
          --policies clairvoyent | --policies: no policy is named 'clairvoyent'; curtail policies lists all; did you mean clairvoyant?
          --policies adaptive+bosting | --policies: no policy is named 'adaptive+bosting'; curtail policies lists all; did you mean adaptive+boosting?
          --policies adaptive+shering | --policies: no policy is named 'adaptive+shering'; curtail policies lists all; did you mean adaptive+sharing?
          --policies fixed-2+boosting+sharing | --policies: no policy is named 'fixed-2+boosting+sharing'; curtail policies lists all; did you mean fixed-2+sharing+boosting?
          --policies interval+boosting+sharing | --policies: no policy is named 'interval+boosting+sharing'; curtail policies lists all; did you mean interval+sharing+boosting?
          --policies adaptive,,sequential | --policies: expected names of policies with commas between them, found an empty name
          --policies sequential, | --policies: expected a value after the last comma, found nothing in 'sequential,'
          --policies '' | --policies: expected names of policies with commas between them, found an empty name
          --policies adaptive,adaptive | --policies: expected each value once, found adaptive twice
          """)
  void optionsOfSimulate(String options, String complaint) {
    assertComplaint(P + options, complaint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          index x --out OUT --limit 0 | --limit: expected a whole number of at least 1, found 0
          index x --out OUT --limit -5 | --limit: expected a whole number of at least 1, found -5
          index x --out OUT --segments 0 | --segments: expected a whole number of at least 1, found 0
          index x --out OUT --threads 0 | --threads: expected a whole number from 1 to 1,000, found 0
          index x --out OUT --passage-words 1 | --passage-words: expected 0 for whole documents, or a whole number of at least 2, found 1
          index x --out OUT --analyzer standrd | --analyzer: expected standard, english or code, found 'standrd'; did you mean standard?
          index x --out OUT --static-rank-type dubble | --static-rank-type: expected long, double or float, found 'dubble'; did you mean double?
          index x --out OUT --static-rank-type long | --static-rank-type works only with --static-rank, which is missing
          index x --out OUT --static-rank '' | --static-rank: expected a field, length, links or none, found an empty text
          queries x --out OUT --number 0 | --number: expected a whole number from 1 to 1,000,000, found 0
          queries x --out OUT --limit -1 | --limit: expected a whole number of at least 1, found -1
          queries x --out OUT --passage-words -1 | --passage-words: expected 0 for whole documents, or a whole number of at least 2, found -1
          profile --index x --queries y --runs 0 | --runs: expected a whole number from 1 to 1,000,000, found 0
          profile --index x --queries y --warm-up -1 | --warm-up: expected a whole number from 0 to 1,000,000, found -1
          profile --index x --queries y --cost-runs -1 | --cost-runs: expected a whole number from 0 to 1,000,000, found -1
          profile --index x --queries y --top-hits 0 | --top-hits: expected a whole number from 1 to 100,000, found 0
          profile --index x --queries y --max-queries 0 | --max-queries: expected a whole number from 1 to 200,000, found 0
          profile --index x --queries y --fields a,a | --fields: expected each value once, found a twice
          profile --index x --queries y --syntax lucen | --syntax: expected auto, free, lucene or tasks, found 'lucen'; did you mean lucene?
          profile --index x --queries y --ranking tres-20 | --ranking: expected bm25 or trees-N with N trees, for example trees-20, found 'tres-20'; did you mean trees-20?
          profile --index x --queries y --ranking trees-0 | --ranking: expected 1 to 10,000 trees, found 0
          profile --index x --queries y --sharing coarse | --sharing works only with --early-termination, which is missing
          profile --index x --queries y --early-termination save | --early-termination: expected safe, probable or off, found 'save'; did you mean safe?
          profile --index x --queries y --emulate-cores 4 | --emulate-cores works only with --early-termination, which is missing
          profile --index x --queries y --scale 4 | --scale works only with --emulate-cores, which is missing
          profile --index x --queries y --early-termination safe --loss-rate 0.1 | --loss-rate works only with --early-termination probable, which is missing
          tune-chunks --index x --queries y --counts 0 | --counts: expected a whole number of at least 1, found 0
          tune-chunks --index x --queries y --counts 50,50 | --counts: expected each value once, found 50 twice
          tune-chunks --index x --queries y --chunks 5 | --chunks cannot be given here: --counts determines the compared numbers
          tune-chunks --index x --queries y --runs 0 | --runs: expected a whole number from 1 to 1,000, found 0
          tune-chunks --index x --queries y --early-termination off | --early-termination: expected safe or probable, since off has nothing to measure, found off
          plan --profile few-to-many-lucene --cores 0 | --cores: expected a whole number from 1 to 10,000, found 0
          plan --profile few-to-many-lucene --percentile 101 | --percentile: expected a number from 0 to 100, found 101
          plan --profile few-to-many-lucene --step-ms 0 | --step-ms: expected a number above 0, found 0
          plan --profile few-to-many-lucene --max-load 0 | --max-load: expected a whole number from 1 to 10,000, found 0
          plan --profile few-to-many-lucene --effort 0 | --effort: expected a whole number from 1 to 1,000,000,000, found 0
          plan --profile few-to-many-lucene --bins 0 | --bins: expected a whole number from 1 to 1,000,000, found 0
          plan --profile few-to-many-lucene --max-degree five | --max-degree: expected a whole number or auto, found 'five'
          plan --profile few-to-many-lucene --max-degree 9 | --max-degree: expected at most 4, the greatest degree that few-to-many-lucene has measured, found 9
          plan --profile few-to-many-lucene --degrees 2,3 | --degrees: expected ascending degrees that begin with 1, found [2, 3]
          plan --profile few-to-many-lucene --compare a b --no-harm | --no-harm cannot be given together with --compare, which plans and writes nothing
          plan --profile few-to-many-lucen | no such file: few-to-many-lucen; did you mean few-to-many-lucene?
          capacity --profile few-to-many-lucene --target-ms 0 | --target-p99-ms: expected a number above 0 and at most 1,000,000,000,000, found 0
          capacity --profile few-to-many-lucene --target-ms 900 --percentile 100 | --percentile: expected a number above 0 and below 100, found 100
          capacity --profile few-to-many-lucene --target-ms 900 --policies clairvoyant | --policies: expected a number behind clairvoyant, as curtail policies lists it, found none
          capacity --profile few-to-many-lucene --target-ms 900 --requests 1 | --requests: expected a whole number from 1,000 to 1,000,000, found 1
          bench --out OUT --index x --queries y --boosting gat | --boosting: expected gate, system or off, found 'gat'; did you mean gate?
          bench --out OUT --index x --queries y --repeats 0 | --repeats: expected a whole number from 1 to 1,000,000, found 0
          bench --out OUT --index x --queries y --requests 10 | --requests: expected at least 800, which is 20 for each of 40 blocks, found 10
          bench --out OUT --index x --queries y --load 3 | --load: expected a number above 0 and at most 2, found 3
          bench --out OUT --index x --queries y --load 0.3,0.3 | --load: expected each value once, found 0.3 twice
          bench --out OUT --index x --queries y --policies adaptive/coarce | --policies: no policy is named 'adaptive/coarce'; curtail policies lists all; did you mean adaptive/coarse?
          bench --out OUT --index x --queries y --policies lucen-2 | --policies: no policy is named 'lucen-2'; curtail policies lists all; did you mean lucene-2?
          bench --out OUT --index x --queries y --policies sequential,sequential | --policies: expected each value once, found sequential twice
          bench --out OUT --index x --queries y --quality | --quality works only with --early-termination, which is missing
          bench --out OUT --index x --queries y --rps 3 | --rps works only with --emulate-cores or --replicas, which is missing
          bench --out OUT --index x --emulate-cores 4 --profile few-to-many-lucene | --index cannot be given together with --emulate-cores
          bench --out OUT --emulate-cores 0 --profile few-to-many-lucene | --emulate-cores: expected a whole number from 1 to 256, found 0
          bench --out OUT --emulate-cores 4 --profile few-to-many-lucene --scale 0 | --scale: expected a number from 0.001 to 1,000, found 0
          bench --out OUT --emulate-cores 4 --profile few-to-many-lucene --rps 3 --load 0.5 | --load cannot be given together with --rps
          bench --out OUT --emulate-cores 4 --profile few-to-many-lucene --policies adaptiv | --policies: no policy is named 'adaptiv'; curtail policies lists all; did you mean adaptive?
          bench --out OUT --index x --queries y --policies sequential --known-profile p | --known-profile works only with automatic among --policies, which is missing
          bench --out OUT --index x --queries y --policies sequential --export-known k | --export-known works only with automatic among --policies, which is missing
          bench --out OUT --index x --queries y --policies automatic,automatic@executor --export-known k | --export-known: expected one automatic among --policies, found automatic,automatic@executor
          bench --out OUT --index x --queries y --known-profile nowhere.json | no such file: nowhere.json
          bench --out OUT --index x --queries y --slow-workers --core-classes 1xbig,1xlittle@0.4 --known-profile p | --known-profile cannot be given together with --slow-workers
          bench --out OUT --emulate-cores 4 --profile few-to-many-lucene --known-profile adaptive-bing | --known-profile works only with automatic among --policies, which is missing
          bench --out OUT --emulate-cores 4 --profile few-to-many-lucene --policies automatic --export-known k | --export-known cannot be given together with --emulate-cores
          bench --out OUT --replicas 3 --log x.csv --known-profile p | --known-profile cannot be given together with --replicas
          bench --out OUT --workflow w.json --export-known k | --export-known cannot be given together with --workflow
          bench --out OUT --opensearch http://localhost:9200 --index x --queries y --known-profile p | --known-profile cannot be given together with --opensearch
          bench --out OUT --index x --queries y --moving-average 3s | --moving-average works only with --rps-steps, which is missing
          demo --out OUT --ranking bm26 | --ranking: expected bm25 or trees-N with N trees, for example trees-20, found 'bm26'; did you mean bm25?
          demo --out OUT --plugin-zip plugin.zip | --plugin-zip works only with --opensearch, which is missing
          demo --out OUT --opensearch --ranking bm25 | --ranking cannot be given together with --opensearch
          demo --out OUT --opensearch --opensearch-zip nowhere.zip | --opensearch-zip: expected a zip file, found none at nowhere.zip
          """)
  void optionsOfOtherCommands(String line, String complaint) {
    assertComplaint(line, complaint);
  }
}
