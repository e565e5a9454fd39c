# How kernels come by the numbers of an array: a memoryview takes three times as long to make, and several pages of code.
from cpython.buffer cimport PyBUF_SIMPLE, PyBUF_STRIDES, PyBuffer_Release, PyObject_GetBuffer


cdef inline void *numbers_of(object array, Py_ssize_t size, Py_ssize_t *n) except? NULL:
    """Where the numbers of an array are, of so many bytes each, and how many; they stay there while it is referred to.

    A ValueError if the array has numbers of another size, or is not contiguous. Their kind is not looked at.
    """
    cdef Py_buffer view
    cdef bint fits
    PyObject_GetBuffer(array, &view, PyBUF_SIMPLE)
    fits = view.itemsize == size
    n[0] = view.len // size
    PyBuffer_Release(&view)
    if not fits:
        raise ValueError(f"numbers of {view.itemsize} bytes, not of {size}")
    return view.buf


cdef inline const int *rows_of(object array, Py_ssize_t wide, Py_ssize_t *n, Py_ssize_t *step) except? NULL:
    """Where the rows of so many integers of an array are, how many, and how far one is from the next, in integers."""
    cdef Py_buffer view
    cdef bint fits
    PyObject_GetBuffer(array, &view, PyBUF_STRIDES)
    fits = view.itemsize == sizeof(int) and view.ndim == 2
    if fits:
        n[0], step[0] = view.shape[0], view.strides[0] // <Py_ssize_t>sizeof(int)
        fits = view.shape[1] == wide and (view.strides[1] == sizeof(int) or n[0] == 0)
    PyBuffer_Release(&view)
    if not fits:
        raise ValueError(f"no rows of {wide} integers")
    return <const int *>view.buf
