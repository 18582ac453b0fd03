/**
 * Recordings of traces on Apache Spark: {@link org.curtail.spark.SparkEngine}. {@link org.curtail.spark.SparkStarter} starts the engine for the command, if this module is present.
 */
@NullMarked
package org.curtail.spark;

import org.jspecify.annotations.NullMarked;
