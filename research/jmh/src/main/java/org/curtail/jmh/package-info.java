/**
 * JMH benchmarks of planning. Not part of the default build; run on Java 25:
 *
 * <pre>
 * ./mvnw -q -Pbench -DskipTests -pl research/jmh -am package
 * java -jar research/jmh/target/benchmarks.jar PlannerBenchmark
 * java -jar research/jmh/target/benchmarks.jar growthWithRequests -p requests=1000 -p stepMs=50
 * </pre>
 *
 * <p>The last one sets parameters; {@code -lp} lists them, {@code -h} all options. Milliseconds of
 * different machines do not compare; ratios of one run do.
 */
@NullMarked
package org.curtail.jmh;

import org.jspecify.annotations.NullMarked;
