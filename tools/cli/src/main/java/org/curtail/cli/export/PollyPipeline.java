package org.curtail.cli.export;

import java.util.List;
import java.util.Set;

/** A resilience pipeline of Polly 8, in C#. */
final class PollyPipeline extends Target {
  PollyPipeline() {
    super("polly", "a pipeline of Polly 8 for .NET, C#", Set.of(), true);
  }

  @Override
  ExportText export(Copies copies, Names names) {
    String delay = "TimeSpan.FromMilliseconds(%s)".formatted(number(copies.delayMillis()));
    String when =
        copies.always()
            ? "Delay = %s,".formatted(delay)
            : """
            DelayGenerator = static args => new ValueTask<TimeSpan>(
                        Random.Shared.NextDouble() < %s
                            ? %s
                            : Timeout.InfiniteTimeSpan),\
            """
                .formatted(number(copies.probability()), delay);
    return new ExportText(
        """
        // Only for requests that may run twice.
        var pipeline = new ResiliencePipelineBuilder<HttpResponseMessage>()
            .AddHedging(new HedgingStrategyOptions<HttpResponseMessage>
            {
                MaxHedgedAttempts = 1,
                %s
            })
            .Build();
        """
            .formatted(when),
        List.of(
            "Polly keeps no budget: if all requests are slow, as many of them are sent again as the"
                + " probability says",
            "a request that fails is sent again at once"));
  }
}
